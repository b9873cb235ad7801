/** Stacks of API tests sketch: pictures are the subject of test/unit/painter, and cost three quarters of a job's time. */
process.env.SIGNET_PAINTERS ??= 'sketch'
/** Of our own spans they keep those of traces that a test names: all of them would be half of what the table has to do. */
process.env.SIGNET_SPAN_SAMPLE ??= '0.000000001'
