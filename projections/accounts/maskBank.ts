export type Bank = { accountHolder: string; iban: string; bankName: string };

/** Country, check digits and the last four signs stay: `NL91 **** **** 4300`. */
export const maskBank = ({ accountHolder, iban, bankName }: Bank): Bank => ({
  accountHolder,
  iban: `${iban.slice(0, 4)} **** **** ${iban.slice(-4)}`,
  bankName,
});
