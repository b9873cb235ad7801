import type { Preparation } from './judge.ts'

/** Tools of others, from the lockfile and the pins of test/judges, and what several judges share. */
export const PREPARATIONS: readonly Preparation[] = [
  {
    name: 'node tools',
    covers: 'the judges’ own tools from their lockfile',
    run: 'npm ci --prefix test/judges --no-audit --no-fund --ignore-scripts',
  },
  {
    name: 'python tools',
    covers: 'the judges’ own tools from their pins',
    run: 'python3 -m venv "$WORK/venv" && "$WORK/venv/bin/pip" install --quiet --disable-pip-version-check -r test/judges/requirements.txt',
  },
  {
    name: 'rivals',
    covers: 'engines of others that flags are compared with',
    run: 'npm ci --prefix test/bench --no-audit --no-fund',
  },
  {
    name: 'chromium',
    covers: 'Chromium, from Debian where it is missing',
    run: 'test/judges/chromium.sh',
  },
  { name: 'bundles', covers: 'every function bundled, for the systems that judges start', run: 'npm run build' },
]
