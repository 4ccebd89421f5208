import { expect, test } from 'vitest';
import { fileUrl } from '#web/api/files.ts';
import { initials } from '#web/ui/Avatar.tsx';
import { postedAgo, shortDate, timeAgo } from '#web/ui/dates.ts';
import { centsOf, formatCents, formatPrice } from '#web/ui/money.ts';
import { averageRating, starsFor } from '#web/ui/Rating.tsx';

const NOW = Date.parse('2026-05-20T12:00:00Z');
const ago = (seconds: number) => timeAgo(new Date(NOW - seconds * 1000).toISOString(), NOW);

test('says just now under 60 s [D1-254]', () => {
  expect(ago(0)).toBe('just now');
  expect(ago(59)).toBe('just now');
});

test('counts minutes under an hour [D1-255]', () => {
  expect(ago(60)).toBe('1m ago');
  expect(ago(3_599)).toBe('59m ago');
});

test('counts hours under a day [D1-256]', () => {
  expect(ago(3_600)).toBe('1h ago');
  expect(ago(86_399)).toBe('23h ago');
});

test('counts days under 7 days [D1-257]', () => {
  expect(ago(86_400)).toBe('1d ago');
  expect(ago(7 * 86_400 - 1)).toBe('6d ago');
});

test('writes a short date with the day before the month from a week on [D1-004] [D1-258]', () => {
  expect(ago(7 * 86_400)).toBe('13 May 2026');
  expect(shortDate('2025-09-07T10:00:00Z')).toBe('7 Sep 2025');
});

test('says that a listing was posted some days ago', () => {
  expect(postedAgo(new Date(NOW - 2 * 86_400_000).toISOString(), NOW)).toBe('2 days ago');
  expect(postedAgo(new Date(NOW - 3_600_000).toISOString(), NOW)).toBe('1 hour ago');
  expect(postedAgo(new Date(NOW).toISOString(), NOW)).toBe('just now');
});

test('writes amounts with the sign first, two decimals and thousands commas [D1-004]', () => {
  expect(formatPrice(12.3)).toBe('€12.30');
  expect(formatPrice(40000)).toBe('€40,000.00');
  expect(formatCents(-500)).toBe('-€5.00');
  expect(centsOf(0.29)).toBe(29);
  expect(centsOf(-1.1)).toBe(-110);
});

test('shows a rating as an average to one decimal in half stars', () => {
  expect(averageRating(293, 61)).toBe('4.8');
  expect(averageRating(0, 0)).toBeUndefined();
  expect([4.74, 4.75, 3.2, 0, 9].map(starsFor)).toEqual([4.5, 5, 3, 0, 5]);
});

test('adds the listings folder to a key without it', () => {
  expect(fileUrl('abc', 'a.webp')).toBe('/files/listings/abc/a.webp');
  expect(fileUrl('listings/abc', 'a.webp')).toBe('/files/listings/abc/a.webp');
});

test('takes initials from the words of a name', () => {
  expect(['marta_v', 'kessler.minis', 'oisin', 'Łukasz Żak'].map(initials)).toEqual(['MV', 'KM', 'OI', 'ŁŻ']);
});
