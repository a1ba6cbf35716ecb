/** Keeps only browser and system: enough to recognise your own device, too little for tracking. */
const BROWSERS: [pattern: RegExp, name: string][] = [
  [/\bEdg(?:A|iOS)?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/(?:Chrome|CriOS)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const OPERATING_SYSTEMS: [pattern: RegExp, name: string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMacintosh\b/, 'Mac'],
  [/\bCrOS\b/, 'Chromebook'],
  [/\bLinux\b/, 'Linux'],
];

/** `Chrome on Android`; empty when neither is known. */
export function deviceLabel(userAgent: string): string {
  const findName = (patterns: typeof BROWSERS) => patterns.find(([pattern]) => pattern.test(userAgent))?.[1];
  const [browser, operatingSystem] = [findName(BROWSERS), findName(OPERATING_SYSTEMS)];
  if (browser && operatingSystem) return `${browser} on ${operatingSystem}`;
  return browser ?? operatingSystem ?? '';
}
