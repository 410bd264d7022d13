// For the tests of components: what is looked for may take its time on a busy machine. It is found as soon as it is there, so the
// limit costs nothing; the library's own, 1 s, was too short where a form's code had to be loaded first.
import { configure } from '@testing-library/react';

configure({ asyncUtilTimeout: 15_000 });

// The engine loads this when a connect has failed; where the test has ended by then, loading it would fail the whole run.
import '../app/engine/client/legacy/open-session.ts';

// jsdom reads its whole default sheet for every computed style, 3 ms each, and each look for a role or a name asks for many: a third
// of these tests' time. No sheet of the page is loaded here, so what it can say is told by the element's tag, `hidden` and own style.
const real = globalThis.getComputedStyle;
const displays = new Map();

function displayOf({ localName, ownerDocument }) {
  if (!displays.has(localName)) {
    const plain = ownerDocument.body.appendChild(ownerDocument.createElement(localName));
    displays.set(localName, real(plain).display);
    plain.remove();
  }
  return displays.get(localName);
}

/** The property of the nearest element that sets it by its own style. */
function inherited(element, name) {
  for (let at = element; at !== null; at = at.parentElement) {
    const own = at.style?.getPropertyValue(name);
    if (own) return own;
  }
  return name === 'visibility' ? 'visible' : '';
}

globalThis.getComputedStyle = (element, pseudo) => {
  if (pseudo || !(element instanceof HTMLElement)) return real(element, pseudo);
  const read = (name) => {
    if (name === 'visibility' || name === 'pointer-events') return inherited(element, name);
    const own = element.style.getPropertyValue(name);
    if (name !== 'display' || own !== '') return own;
    return element.hidden ? 'none' : displayOf(element);
  };
  return new Proxy(element.style, {
    get(_, key) {
      if (key === 'getPropertyValue') return read;
      return typeof key === 'string' ? read(key.replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`)) : undefined;
    },
  });
};
