type Heard = (event: { data: unknown }) => void;
type Answers = (message: never) => unknown;

/** The code of a worker, run on the page: happy-dom has no workers. */
class WorkerOnPage {
  private readonly listeners: Record<string, Heard[]> = {};
  private readonly load: () => Promise<Answers>;
  private answers: Promise<Answers> | undefined;
  private isOver = false;

  constructor(load: () => Promise<Answers>) {
    this.load = load;
  }

  addEventListener(type: string, listener: Heard): void {
    this.listeners[type] = [...(this.listeners[type] ?? []), listener];
  }

  async postMessage(message: unknown): Promise<void> {
    this.answers ??= this.load();
    const answerTo = await this.answers;
    if (this.isOver) return;
    try {
      this.say('message', structuredClone(answerTo(structuredClone(message) as never)));
    } catch (error) {
      this.say('error', error);
    }
  }

  terminate(): void {
    this.isOver = true;
  }

  private say(type: string, data: unknown): void {
    for (const listener of this.listeners[type] ?? []) listener({ data });
  }
}

/** As `replayWorker.ts` does. */
const replay = async (): Promise<Answers> => {
  const { openAnswers } = await import('#web/audit/replay/protocol.ts');
  const answerTo = openAnswers();
  return ({ id, question }: { id: number; question: never }) => {
    try {
      return { id, answer: answerTo(question) };
    } catch (error) {
      return { id, failed: String(error) };
    }
  };
};

export class ReplayWorker extends WorkerOnPage {
  constructor() {
    super(replay);
  }
}

const WORKERS: Record<string, () => Promise<Answers>> = {
  replay,
  proof: async () => (await import('#web/transparency/storedHistory.ts')).verifyStored,
};

/** Stands in for `Worker`. */
export class PageWorker extends WorkerOnPage {
  constructor(_: URL, { name }: { name: string }) {
    const load = WORKERS[name];
    if (!load) throw new Error(`no worker is called ${name}`);
    super(load);
  }
}
