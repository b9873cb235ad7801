import type { Judge } from './judge.ts'

/** Judges that run for every change, one after another, before the others. */
export const FIRST_JUDGES: readonly Judge[] = [
  {
    name: 'lockfile',
    covers: 'no download addresses in committed files',
    run: `! git ls-files | grep -v '^test/ci/first-judges.ts$' | tr '\\n' '\\0' | xargs -0 grep -lE '"resolved": "https?:|registry\\.npmjs' /dev/null`,
  },
  {
    name: 'supply',
    covers: 'advisories, licenses, bill of materials',
    run: 'test/judges/supply-chain.sh',
  },
  {
    name: 'test',
    covers: 'npm test: types, lint, architecture, unit, API, stories',
    run: 'npm test',
    isAlone: true,
  },
  {
    name: 'types',
    covers: 'types of the judges and the benchmarks',
    run: 'npx tsc -b test/judges',
    needs: ['node tools', 'rivals'],
  },
  {
    name: 'start',
    covers: 'npm start, then a draft image within a minute',
    run: 'node test/judges/first-image.ts',
    isAlone: true,
  },
]
