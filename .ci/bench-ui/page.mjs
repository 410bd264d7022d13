/** What runs in the page; each function is sent there as text. */

/** ms from a key to the frame that shows what came of it, for each letter of a text that is typed. */
export async function typed(text) {
  const input = document.querySelector('[aria-label="Filter the traffic"]');
  const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value').set;
  const painted = () =>
    new Promise((resolve) => {
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve(performance.now());
        port2.postMessage(0);
      });
    });
  input.focus();
  const took = [];
  for (let n = 1; n <= text.length; n += 1) {
    await painted();
    const at = performance.now();
    set.call(input, text.slice(0, n));
    input.setSelectionRange(n, n);
    input.dispatchEvent(new Event('input', { bubbles: true }));
    const done = await painted();
    took.push(done - at);
    await new Promise((resolve) => setTimeout(resolve, 150));
  }
  const hidden = document.querySelector('section[aria-label="Traffic"] [role="status"]').textContent;
  return { took, hidden };
}

/** p95 of the time between frames, ms, while a list scrolls by 7 rows a frame. */
export async function scrolled(which) {
  const group = document.querySelector('[aria-label="Messages on the wire"] [role="rowgroup"]');
  let box = group;
  if (which === 'plain') {
    // The same rows, drawn once, in a box of the same size: what the browser takes for scrolling itself.
    const rows = [...group.querySelectorAll('[role="row"]')];
    box = group.cloneNode(false);
    const space = document.createElement('div');
    space.style.cssText = `position: relative; height: ${1_200 * 23}px`;
    for (let n = 0; n < 1_200; n += 1) {
      const row = rows[n % rows.length].cloneNode(true);
      row.style.transform = `translateY(${n * 23}px)`;
      space.append(row);
    }
    box.append(space);
    group.replaceWith(box);
  }
  box.scrollTop = 0;
  const gaps = [];
  let before = 0;
  await new Promise((resolve) => {
    const step = (now) => {
      if (before > 0) gaps.push(now - before);
      before = now;
      box.scrollTop += 161;
      if (gaps.length < 150) requestAnimationFrame(step);
      else resolve();
    };
    requestAnimationFrame(step);
  });
  gaps.sort((a, b) => a - b);
  if (which === 'plain') box.replaceWith(group);
  return gaps[Math.floor(gaps.length * 0.95)];
}
