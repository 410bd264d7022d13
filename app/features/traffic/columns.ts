/** The columns of the list. */
export const COLUMNS = [
  'Time',
  'Dir',
  'Method',
  'What',
  'HTTP',
  'RPC',
  'resultType',
  'Task status',
  'ms',
  'Bytes',
  'Note',
] as const;
export type ColumnName = (typeof COLUMNS)[number];

/** What a title says in full. */
export const MEANINGS: Readonly<Record<ColumnName, string>> = {
  Time: 'Seconds since the recording began',
  Dir: '→ asked by this side, ← came on a stream',
  Method: 'The JSON-RPC method',
  What: 'The tool, resource or task that it is about',
  HTTP: 'The HTTP status of the response',
  RPC: 'The JSON-RPC outcome: a result, or the code of an error',
  resultType: 'What kind of result the response carries',
  'Task status': 'The status of the task, as this message tells it',
  ms: 'Milliseconds from sending to the end of the response',
  Bytes: 'Bytes received',
  Note: 'What an observer should notice',
};
