/**
 * Name of the ruleset. A published version never changes. The name is in a separate file, so that pages that display it
 * do not load the rules.
 */
export const CISO_RULESET = 'ciso-rules@2026.11.1'
