import * as v from 'valibot';

export const id = v.pipe(v.number(), v.integer(), v.minValue(1));
export const count = v.pipe(v.number(), v.integer(), v.minValue(0));
export const version = v.pipe(v.number(), v.integer());
export const money = v.pipe(v.number(), v.integer(), v.description('PKR'));
export const date = v.pipe(v.string(), v.isoDate(), v.description('A business day, `2026-11-21`'));
export const instant = v.pipe(v.string(), v.isoTimestamp(), v.description('ISO 8601 with offset'));
export const startTime = v.pipe(v.string(), v.regex(/^\d\d:\d\d$/), v.description('`18:30`'));
export const nullableText = v.nullable(v.string());
