import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CARRIER_NAMES, doubtAboutCode, trackingPage } from '#domain/shared/carriers.ts';

const CODES: readonly (readonly [carrier: string, code: string, host: string])[] = [
  ['DHL', '00340434161094021501', 'www.dhl.com'],
  ['dhl paket', 'JJD 0003 4043 4161 0940', 'www.dhl.com'],
  ['DPD', '05222134567890', 'tracking.dpd.de'],
  ['GLS', '12345678901', 'gls-group.com'],
  ['PostNL', '3SABCD123456789', 'postnl.nl'],
  ['bpost', '323211234567890123456789', 'track.bpost.cloud'],
  ['La Poste', 'RR123456785FR', 'www.laposte.fr'],
  ['Royal Mail', 'RR 123 456 785 GB', 'www.royalmail.com'],
  ['InPost', '620000000000000000000000', 'inpost.pl'],
  ['Correos', 'PQ4F6P0700012340146014K', 'www.correos.es'],
  ['Poste Italiane', 'RR123456785IT', 'www.poste.it'],
  ['Österreichische Post', '1000000000000000000000', 'www.post.at'],
];

describe('a parcel', () => {
  test.each(CODES)('with %s and %s has a tracking page at %s', (carrier, code, host) => {
    const page = new URL(trackingPage(carrier, code) ?? '');
    expect([page.protocol, page.host]).toEqual(['https:', host]);
    expect(page.href).toContain(code.replaceAll(' ', ''));
    expect(doubtAboutCode(carrier, code)).toBeUndefined();
  });
  test('has a tracking page for every carrier', () => {
    const followed = CODES.map(([carrier]) => carrier).filter((carrier) => CARRIER_NAMES.includes(carrier));
    expect([...CARRIER_NAMES].sort()).toEqual(followed.sort());
  });
  test.each([
    ['Pigeon', '3SABCD123456789'],
    ['PostNL', 'TRACK1'],
    [null, '3SABCD123456789'],
    ['PostNL', null],
  ])('with %s and %s has no tracking page', (carrier, code) => {
    expect(trackingPage(carrier, code)).toBeUndefined();
  });
  test('never leads to another host', () => {
    fc.assert(
      fc.property(fc.constantFrom(...CARRIER_NAMES), fc.string({ unit: 'grapheme' }), (carrier, code) => {
        const page = trackingPage(carrier, code);
        if (page === undefined) return;
        const [, , host] = CODES.find(([name]) => name === carrier)!;
        expect(new URL(page).host).toBe(host);
        expect(page).toMatch(/^https:[\w/.?=&#-]+$/);
      }),
    );
  });
});

describe('a code that is doubtful', () => {
  test("describes the carrier's codes", () => {
    expect(doubtAboutCode('DPD', '123')).toBe('Codes of DPD are 14 digits. Please compare it.');
  });
  test('reports a wrong check digit for any carrier', () => {
    const sentence = 'A digit of this code seems to be wrong. Please compare it.';
    expect(doubtAboutCode('', 'RR123456795GB')).toBe(sentence);
    expect(doubtAboutCode('Royal Mail', 'RR123456784GB')).toBe(sentence);
  });
  test('has no warning without a code or for an unknown carrier', () => {
    expect([doubtAboutCode('Pigeon', 'x'), doubtAboutCode('DPD', ' ')]).toEqual([undefined, undefined]);
  });
});
