/** What `taskscope --help` prints. */
export const HELP = `taskscope: watch durable MCP tasks, on the wire and over time

Usage
  taskscope [endpoint]       serve the inspector and its demo server, and open the page
  taskscope demo --script    run the demo's script on a server that is restarted in the middle
  taskscope design           ask twelve questions, and write the design of a task store, or say why not

  taskscope --stdio COMMAND  the same, for a server that speaks over its standard input and output

  endpoint                   an MCP URL to open in the page, such as http://127.0.0.1:3000/mcp

Options
  --port N                   port, 6280 unless given; 0 takes a free one
  --host ADDRESS             address to listen on, 127.0.0.1 unless given; beyond loopback only with --expose
  --expose                   let everyone who can reach this machine use the demo server and see its tasks
  --no-open                  do not open a browser
  --data DIR                 folder of tasks and key; the user's data folder of this platform unless given
  --speed N                  let the demo's work go N times as fast
  --allow-origin ORIGIN      let pages of this origin use /mcp (may be repeated)
  --replicas N               serve from N processes (2 to 4) on one SQLite store, behind a gateway; for teaching, at low rates
  --round-robin              with --replicas: each request to the next replica, not a task's to the one that made it
  --stdio COMMAND            let the page start this server, such as --stdio 'node server.js' (may be repeated)
  --config FILE              let the page start the servers of this file: {"mcpServers": {name: {command, args, env, cwd}}}
  --no-bridge                let the page reach servers by itself alone, never through this command
  --allow-link-local         let the bridge reach link-local addresses, where clouds keep their secrets
  --protected                put the demo behind an authorisation server of its own (OAuth), to see a sign-in step by step
  --token-life SECONDS       with --protected: how long an access token lives, 60 unless given
  --no-lab                   no lab at /lab, and no revisions by which it tells what was true from what was seen
  --fault NAME[=PARAMS]      break something from the start, such as --fault stale-reads=lagMs=500 (may be repeated)
  --from FILE                design: read the answers from a JSON file instead of asking
  --out FILE                 design: write to this file instead of the standard output
  --force                    design: replace that file
  --example                  design: print a file of answers to begin with
  --fixtures conformance     add what the official conformance suite calls to the demo's tools, resources and prompts
  --help, -h                 this text
  --version, -v              the version
`;
