/**
 * Stacks of API tests use sketches: pictures are the subject of test/unit/painter, and take three quarters of a job's
 * time.
 */
process.env.SIGNET_PAINTERS ??= 'sketch'
/** Stores only internal spans of traces that a test names; all of them would double the table's work. */
process.env.SIGNET_SPAN_SAMPLE ??= '0.000000001'
