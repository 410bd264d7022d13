import { failing } from './failing.ts';

export const http500 = failing({
  name: 'http-500',
  title: '500 from the server',
  breaks:
    'The server fails on some requests with a 500. The task behind them is not touched: it goes on in the store.',
  look: 'The polls that fail stand in the traffic with their status; the next one finds the task as if nothing had been.',
  status: 500,
  type: 'text/plain; charset=utf-8',
  body: 'Internal Server Error\n',
});
