import { CONFIGURED_ENV, synthesize } from './synth.ts'

// Templates that many files read are created once per thread, before the CPU time of a file counts.
synthesize('prod')
synthesize('test')
synthesize('prod', CONFIGURED_ENV)
