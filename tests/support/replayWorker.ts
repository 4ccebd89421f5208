type Heard = (event: { data: unknown }) => void;
type Answers = (question: never) => unknown;

/** Runs the code of the replay’s worker on the page: happy-dom has no workers. */
export class ReplayWorker {
  private readonly listeners: Heard[] = [];
  private answers: Promise<Answers> | undefined;
  private isOver = false;

  addEventListener(type: string, listener: Heard): void {
    if (type === 'message') this.listeners.push(listener);
  }

  async postMessage({ id, question }: { id: number; question: never }): Promise<void> {
    this.answers ??= import('#web/audit/replay/protocol.ts').then(({ openAnswers }) => openAnswers());
    const answerTo = await this.answers;
    if (this.isOver) return;
    const data = this.answered(id, () => answerTo(question));
    for (const listener of this.listeners) listener({ data });
  }

  terminate(): void {
    this.isOver = true;
  }

  private answered(id: number, work: () => unknown): object {
    try {
      return { id, answer: work() };
    } catch (error) {
      return { id, failed: String(error) };
    }
  }
}
