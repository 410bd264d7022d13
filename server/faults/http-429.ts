import { failing } from './failing.ts';

export const http429 = failing({
  name: 'http-429',
  title: '429 with Retry-After',
  breaks: 'The client asks more often than it may and is told with 429 how long to stay away.',
  look: 'The next attempt comes no earlier than Retry-After says: the plan stands beside the failed message.',
  status: 429,
  type: 'text/plain; charset=utf-8',
  headers: { 'Retry-After': '2' },
  body: 'Too many requests: wait two seconds.\n',
});
