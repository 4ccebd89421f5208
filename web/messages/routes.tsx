import type { RouteObject } from 'react-router-dom';

const conversation = async () => ({ Component: (await import('./conversation/Conversation.tsx')).Conversation });

export const messageRoutes: RouteObject[] = [
  { path: 'messages', lazy: async () => ({ Component: (await import('./list/Messages.tsx')).Messages }) },
  { path: 'messages/conversation/:id', lazy: conversation },
  { path: 'messages/conversation', lazy: conversation },
];
