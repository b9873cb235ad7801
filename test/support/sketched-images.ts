/** Stacks of API tests sketch: pictures are the subject of test/unit/painter, and cost three quarters of a job's time. */
process.env.SIGNET_PAINTERS ??= 'sketch'
