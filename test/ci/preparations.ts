import type { Preparation } from './judge.ts'

/** External tools, by the lockfile of test/judges and exact versions, and build results that several judges share. */
export const PREPARATIONS: readonly Preparation[] = [
  {
    name: 'node tools',
    covers: 'Node tools of the judges, from their lockfile',
    run: 'npm ci --prefix test/judges --no-audit --no-fund --ignore-scripts',
  },
  {
    name: 'python tools',
    covers: 'Python tools of the judges, from their pins',
    run: 'python3 -m venv "$WORK/venv" && "$WORK/venv/bin/pip" install --quiet --disable-pip-version-check -r test/judges/requirements.txt',
  },
  {
    name: 'rivals',
    covers: 'external engines that flags are compared with',
    run: 'npm install --prefix test/bench --no-package-lock --no-audit --no-fund',
  },
  {
    name: 'chromium',
    covers: 'Chromium, from Debian if it is missing',
    run: 'test/judges/chromium.sh',
  },
  { name: 'bundles', covers: 'bundles of all functions, for the systems that judges start', run: 'npm run build' },
]
