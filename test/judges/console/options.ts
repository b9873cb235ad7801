import { parseArgs } from 'node:util'

/** Command line of the browser judge; test/judges/browser.ts describes the options. */
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

/** Path of Chromium. */
export const [program = '/usr/bin/chromium'] = positionals
export const { plant, only, pictures, update, running } = values
