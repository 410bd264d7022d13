import { type ResourceTemplate, staticText } from '../tasks/resource.ts';
import { meaningOf, TERMS } from './glossary.ts';

/** The glossary as resources, one a term, for clients that attach context instead of calling a tool. */
export const glossaryEntry: ResourceTemplate = {
  definition: {
    uriTemplate: 'taskscope://glossary/{term}',
    name: 'glossary-entry',
    title: 'A term of durable work',
    description: 'What a term means, e.g. taskscope://glossary/lease.',
    mimeType: 'text/plain',
  },
  read: ({ term = '' }, uri) => {
    const meaning = meaningOf(term);
    return meaning === undefined ? undefined : staticText(uri, 'text/plain', meaning);
  },
  complete: () => TERMS,
};
