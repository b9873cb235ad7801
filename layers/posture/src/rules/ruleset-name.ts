/** The ruleset, which never changes: other rules are another version. In a file of its own, as who shows it needs no rules. */
export const CISO_RULESET = 'ciso-rules@2026.11.1'
