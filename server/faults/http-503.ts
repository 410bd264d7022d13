import { failing } from './failing.ts';

export const http503 = failing({
  name: 'http-503',
  title: '503 with a page of HTML',
  breaks:
    'The service is being deployed or overloaded: a balancer says 503 with a page of HTML until it is back.',
  look: 'Polls are repeated with growing pauses and the task goes on meanwhile; calls are never repeated by themselves.',
  status: 503,
  type: 'text/html; charset=utf-8',
  headers: { 'Retry-After': '1' },
  body: '<html><head><title>503 Service Unavailable</title></head><body><h1>Back in a moment</h1></body></html>\n',
});
