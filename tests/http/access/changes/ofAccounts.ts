import { FACTOR_PENDING } from '#domain/accounts/limits.ts';
import { codeAt } from '#infrastructure/accounts/totp.ts';
import { type Client, succeeded } from '#infrastructure/demo/client.ts';
import { openUnsubscribing } from '#infrastructure/mail/unsubscribing.ts';
import { ADDRESS } from '#tests/support/marketplace.ts';
import { type SoftAuthenticator, softAuthenticator } from '#tests/support/softAuthenticator.ts';
import { PEOPLE, type Person } from '../../planted.ts';
import { type Asked, type Change, iban, SIGNED_IN, told, word } from './change.ts';
import type { Stage } from './stage.ts';

const OWN_PAGE = { 'sec-fetch-site': 'same-origin' };
/** An account with a role keeps a second factor and cannot be deleted. */
const COLLEAGUES = ['staff', 'auditor', 'admin', 'insider'] as const;
const MEMBERS = ['buyer', 'seller', 'stranger'] as const;
const NEW_PASSWORD = 'AnotherHorse2!';

/** Changes of one’s own account, each by its twin; sign-in calls are made by everybody with the twin’s secret. */
export const changesOfAccounts = (stage: () => Stage, devices: { subscribe(name: string): object }): Change[] => {
  const twin = (person: Person) => stage().twins[person];
  const own = (call: string, scene: Change['scene'] = () => ({})): Change => ({
    call,
    by: SIGNED_IN,
    own: true,
    scene,
  });
  const enter = (call: string, scene: (person: Person) => object | Promise<object>): Change => ({
    call,
    by: PEOPLE,
    own: true,
    scene: async (person) => ({ shows: twin(person).id, ...(await scene(person)) }),
  });
  const password = 'Correct-horse1!';
  const credentials = (person: Person) => ({ email: twin(person).email, password });

  const signingIn: Change[] = [
    enter('post auth/register', () => {
      const username = word();
      return { body: { username, email: `${username}@example.com`, password } };
    }),
    enter('post auth/resend-verification', (person) => ({ body: { email: twin(person).email } })),
    enter('post auth/login', (person) => ({ body: credentials(person) })),
    enter('post auth/resume', async (person) => {
      const json = { ...credentials(person), device: 'a-browser-of-theirs-0001' };
      const { headers } = await stage().market.client().call('POST', 'auth/login', { json, headers: OWN_PAGE });
      const [given = ''] = headers.getSetCookie();
      return { headers: { ...OWN_PAGE, cookie: given.split(';')[0] } };
    }),
    own('post auth/refresh'),
    own('post user/step-up', () => ({ body: { password } })),
    own('post user/change-password', () => ({ body: { currentPassword: password, newPassword: NEW_PASSWORD } })),
    enter('post auth/forgot-password', (person) => ({ body: { email: twin(person).email } })),
    enter('post auth/reset-password', async (person) => {
      const token = await stage().market.tokenFrom(twin(person).email, '/reset-password');
      return { body: { token, password } };
    }),
    own('delete user/sessions'),
    own('delete user/sessions/{id}', async (person) => {
      const { market } = stage();
      await market.marketplace.services.sessions.open(twin(person).id, []);
      const { sessions } = (await twin(person).get('user/sessions')).body;
      const other = sessions.find(({ current }: { current: boolean }) => !current);
      return { in: { id: other.id } };
    }),
    own('post auth/logout'),
  ];

  const device = () => softAuthenticator(stage().market.marketplace.publicUrl);
  const authenticators = new Map<Person, SoftAuthenticator>();
  const newPasskey = async (client: Client, person: Person) => {
    const authenticator = device();
    authenticators.set(person, authenticator);
    const asked = succeeded(await client.post('user/passkeys/options'), 'what a passkey is made of');
    return { name: word(), passkey: authenticator.make(asked) };
  };
  let passed: Promise<unknown> | undefined;
  const noLongerPending = () => {
    passed ??= stage().market.advance(FACTOR_PENDING);
    return passed;
  };
  const factors: Change[] = [
    own('post user/second-factor'),
    own('post user/second-factor/confirm', async (person) => {
      const { secret } = succeeded(await twin(person).post('user/second-factor'), 'a secret');
      return { body: { code: codeAt(secret, Date.now()) } };
    }),
    own('post user/second-factor/recovery-codes', async () => {
      await noLongerPending();
      return {};
    }),
    own('post user/passkeys/options'),
    own('post user/passkeys', async (person) => ({ body: await newPasskey(twin(person), person) })),
    own('post user/step-up/options'),
    enter('post auth/passkey/options', () => ({})),
    enter('post auth/passkey', async (person) => {
      const { market } = stage();
      if (person === 'visitor')
        succeeded(await twin(person).post('user/passkeys', await newPasskey(twin(person), person)), 'a passkey');
      const asked = succeeded(await market.client().post('auth/passkey/options'), 'what a passkey is asked');
      return { body: { passkey: authenticators.get(person)!.show(asked) } };
    }),
    own('delete user/passkeys/{id}', async (person) => {
      const [one] = (await twin(person).get('user/passkeys')).body.passkeys;
      return { in: { id: one.id } };
    }),
    {
      ...own('delete user/second-factor'),
      by: MEMBERS,
      closed: told(COLLEAGUES, 'secondFactorNeeded'),
    },
    enter('post auth/second-factor/disown', async (person) => {
      const somebody = await stage().helper(word());
      succeeded(await somebody.post('user/passkeys', await newPasskey(somebody, person)), 'a first passkey');
      const token = await stage().market.tokenFrom(somebody.email, '/new-factor');
      return { shows: somebody.id, body: { token } };
    }),
  ];

  const wished = async (person: Person): Promise<Asked> => {
    const email = `${word()}@example.com`;
    succeeded(await twin(person).post('user/email-change', { email }), 'another address');
    const token = await stage().market.tokenFrom(email, '/email-change');
    return { body: { token } };
  };
  const settings: Change[] = [
    own('put users/profile'),
    own('put user/shipping', () => ({ body: { ...ADDRESS, streetAddress1: word() } })),
    own('put user/shipping-rates', () => ({ body: { domesticRate: '4.50', continentalRate: '9' } })),
    own('put user/emails', () => ({ body: { sales: 'daily' } })),
    own('put user/appearance', () => ({ body: { palette: 'light' } })),
    own('put user/push', (person) => ({ body: devices.subscribe(person) })),
    own('delete user/push'),
    enter('post emails/unsubscribe/{token}', (person) => {
      const { jwt } = stage().market.config.secrets;
      return { in: { token: openUnsubscribing(jwt).tokenOf(twin(person).id, 'reviews') } };
    }),
    own('post user/email-change', () => ({ body: { email: `${word()}@example.com` } })),
    own('delete user/email-change'),
    enter('post auth/email-change/confirm', wished),
    enter('post auth/email-change/refuse', wished),
  ];

  const selling: Change[] = [
    own('post seller/register'),
    own('post seller/bank-details', () => ({ body: { iban: iban() } })),
    own('put seller/bank-details', () => ({ body: { iban: iban() } })),
    own('post seller/bank-details/check', async (person) => {
      // keep the provider from deciding meanwhile
      stage().market.marketplace.provider.controls.outage(true);
      const bank = { accountHolder: word(), bankName: word(), iban: iban() };
      succeeded(await twin(person).put('seller/bank-details', bank), 'a bank account');
      return {};
    }),
  ];

  const leaving: Change[] = [
    {
      ...own('post user/deletion', () => {
        stage().market.marketplace.provider.controls.outage(false);
        return { body: { password } };
      }),
      by: MEMBERS,
      closed: told(COLLEAGUES, 'holdsRole'),
    },
    own('delete user/deletion'),
  ];

  return [...signingIn, ...settings, ...factors, ...selling, ...leaving];
};
