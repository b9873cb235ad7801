// #if functions
import * as handler from '../handler.ts'
import { HubOf } from './hub.ts'
import { depsOf, type Env, workerOf } from './worker.ts'

// #if connection
/** A room. */
export const Hub = HubOf<Env>(depsOf)
// #endif

export default workerOf(handler)
// #endif
