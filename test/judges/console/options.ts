import { parseArgs } from 'node:util'

/** How the judge of the browser was called: test/judges/browser.ts says what each option means. */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    plant: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true },
    pictures: { type: 'boolean', default: false },
    update: { type: 'boolean', default: false },
    running: { type: 'string' },
  },
})

/** The program of Chromium. */
export const [program = '/usr/bin/chromium'] = positionals
export const { plant, only, pictures, update, running } = values
