const WORDS: Readonly<Record<string, string>> = {
  AppealDecision: 'appeal the decision',
  GiveStatement: 'add a statement',
  OpenDispute: 'open a dispute',
  ConfirmDelivery: 'confirm arrival',
  PauseEscrow: 'pause the escrow period',
  ResumeEscrow: 'end the pause',
  RequestReturn: 'request a return',
  ApproveReturn: 'approve the return',
  RefuseReturn: 'refuse the return',
  ConfirmShipment: 'confirm shipment',
  Cancel: 'cancel the sale',
  WithdrawDispute: 'withdraw the dispute',
  AcceptClaim: 'accept the claim',
  ContestDispute: 'contest the claim',
  OfferSettlement: 'offer a settlement',
};

/** A command of a party as the end of "can then …"; an unknown name is spelled out. */
export const commandWords = (command: string): string =>
  WORDS[command] ?? command.replace(/(?!^)[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`).toLowerCase();
