import type { RouteObject } from 'react-router-dom';
import { screen } from '../routing/screen.tsx';

const conversation = screen(async () => (await import('./conversation/Conversation.tsx')).Conversation);

export const messageRoutes: RouteObject[] = [
  { path: 'messages', ...screen(async () => (await import('./list/Messages.tsx')).Messages) },
  { path: 'messages/conversation/:id', ...conversation },
  { path: 'messages/conversation', ...conversation },
];
