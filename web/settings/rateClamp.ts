export const MAX_RATE = 100;

type Clamped = { value: string; message: string | null };

/** What a rate field holds after an edit: above €100 it becomes 100 and says so, below zero it becomes 0 (document 2, section 5). */
export const clampRate = (typed: string): Clamped => {
  const value = Number(typed);
  if (typed.trim() === '' || Number.isNaN(value)) return { value: typed, message: null };
  if (value > MAX_RATE) return { value: String(MAX_RATE), message: 'Shipping rates cannot exceed €100' };
  if (value < 0) return { value: '0', message: null };
  return { value: typed, message: null };
};
