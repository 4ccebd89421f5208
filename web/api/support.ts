/** The support address, which the server writes into the page. */
export const supportEmail = (): string => {
  const address = document.querySelector<HTMLMetaElement>('meta[name="support-email"]')?.content;
  if (!address) throw new Error('index.html has no support-email');
  return address;
};
