import { registerHooks } from 'node:module'
import { fileURLToPath } from 'node:url'
import { isPageProgram, pageProgramModule } from '../../../lib/page-programs.ts'

/** Loads page programs as text, as the bundler does (lib/page-programs.ts). */
export const loadPagePrograms = (): void => {
  registerHooks({
    load(url, context, next) {
      if (!isPageProgram(url)) return next(url, context)
      return { format: 'module', shortCircuit: true, source: pageProgramModule(fileURLToPath(url)) }
    },
  })
}
