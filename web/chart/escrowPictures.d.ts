declare module 'virtual:escrow-pictures' {
  const pictures: Record<string, import('./picture.ts').Picture>;
  export default pictures;
}
