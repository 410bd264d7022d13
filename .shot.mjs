import { spawn } from 'node:child_process';
import { chromium } from 'playwright';
import { execFileSync } from 'node:child_process';
const exe = execFileSync('node', ['.ci/browser.mjs']).toString().trim().split('\n').pop();
const port = 7391;
const srv = spawn('node', ['dist/server/cli.js', '--port', String(port), '--data', '/tmp/traffic-tmp/data', '--no-open', '--speed', '10'], { stdio: ['ignore', 'pipe', 'inherit'] });
const link = await new Promise((res) => { let t=''; srv.stdout.on('data', (d) => { t += d; const m = /http:\/\/\S*key=\S+/.exec(t); if (m) res(m[0]); }); });
const browser = await chromium.launch({ executablePath: exe });
const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
page.on('console', (m) => m.type() === 'error' && console.log('console', m.text()));
page.on('pageerror', (e) => console.log('pageerror', String(e)));
await page.goto(link);
try {
  const run = await import(process.argv[2]);
  await run.default(page, link);
} finally { await browser.close(); srv.kill(); }
