/**
 * Name of the ruleset, which never changes; other rules are another version. In its own file, so that pages that
 * display it do not load the rules.
 */
export const CISO_RULESET = 'ciso-rules@2026.11.1'
