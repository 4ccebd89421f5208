declare module 'virtual:escrow-picture-of-status' {
  const picture: import('./picture.ts').Picture;
  export default picture;
}

declare module 'virtual:escrow-pictures-beside' {
  const pictures: Record<string, import('./picture.ts').Picture>;
  export default pictures;
}
