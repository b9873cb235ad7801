import { expect, it } from 'vitest'
import { factsOf } from '../../architecture/module-facts.ts'
import { problemsOf } from '../../architecture/room-rules.ts'
import { sourceFiles } from '../../support/source-files.ts'
