// The service worker of the demo server in the page. Only requests to the in-page endpoint reach MSW's script: all others the browser
// makes by itself, as if there were no worker. And what is meant for the page never goes on to the network: where MSW knows no page that
// answers (this worker was asleep, or the page is going), the page is told so and answers by itself.
const notAnswered = () =>
  new Response(null, { status: 503, headers: { 'X-Taskscope-In-Page': 'not-answered' } });

addEventListener('fetch', (event) => {
  const { pathname } = new URL(event.request.url);
  if (!/\/in-page\/mcp(\/|$)/.test(pathname)) event.stopImmediatePropagation();
});
// What MSW calls to let a request pass.
self.fetch = async () => notAnswered();
importScripts('mockServiceWorker.js');
addEventListener('fetch', (event) => {
  try {
    event.respondWith(notAnswered());
  } catch {
    // MSW answers it.
  }
});
