const CAP = 99;

export const badgeText = (unread: number): string => (unread > CAP ? `${CAP}+` : String(unread));
