import { CONFIGURED, synthesize } from './synth.ts'

// What many files look at is made before the CPU of a file is counted, once in each thread.
synthesize('prod')
synthesize('test')
synthesize('prod', CONFIGURED)
