/** The languages that questions are read and answered in. */
export type Language = 'en' | 'de';
