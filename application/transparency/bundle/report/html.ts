const ESCAPED: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/**
 * Controls and formats, which can reorder or hide the text around them: a quote with them would read as what nobody
 * wrote. Joiners stay, because words of some languages and emoji need them.
 */
const UNSEEN = /(?![\n\t\u200c\u200d])[\p{Cc}\p{Cf}\u2028\u2029]/gu;
const named = (sign: string): string => `[U+${sign.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}]`;

/** Any text as part of the page. Invisible characters are shown by their number. */
export const html = (text: string): string =>
  text
    .replaceAll('\r\n', '\n')
    .replace(UNSEEN, named)
    .replace(/[&<>"']/g, (sign) => ESCAPED[sign]!);
