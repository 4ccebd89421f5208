import type { RouteObject } from 'react-router-dom';
import { screen } from '../routing/screen.tsx';

const conversation = screen(async () => (await import('./components/conversation/Conversation.tsx')).Conversation);

export const messageRoutes: RouteObject[] = [
  { path: 'messages', ...screen(async () => (await import('./components/list/Messages.tsx')).Messages) },
  { path: 'messages/conversation/:id', ...conversation },
  { path: 'messages/conversation', ...conversation },
];
