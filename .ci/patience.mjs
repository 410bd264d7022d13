// For the tests of components: what is looked for may take its time on a busy machine. It is found as soon as it is there, so the
// limit costs nothing; the library's own, 1 s, was too short where a form's code had to be loaded first.
import { configure } from '@testing-library/react';

configure({ asyncUtilTimeout: 15_000 });

// The engine loads this when a connect has failed; where the test has ended by then, loading it would fail the whole run.
import '../app/engine/client/legacy/open-session.ts';
