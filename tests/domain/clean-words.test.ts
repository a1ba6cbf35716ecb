import { describe, expect, test } from 'bun:test';
import { cleanName, cleanWords, hasContactDetails, shortName } from '../../src/domain/clean-words.ts';
import { greetingLine } from '../../src/domain/email-greeting.ts';

describe('words for other customers', () => {
  test.each([
    'evil.example',
    'Win at EVIL.Example/now',
    'http://localhost',
    '//evil',
    'tel:03001234567',
    'whatsapp:me',
    'me@home',
    'evil\\share',
    'evil。example',
    'ｅｖｉｌ．ｅｘａｍｐｌｅ',
    'evil․example',
    'ev\u200cil.\u200dexample',
    '0\ufe0f\u20e33\ufe0f\u20e30\ufe0f\u20e30\ufe0f\u20e31\ufe0f\u20e32\ufe0f\u20e33\ufe0f\u20e34\ufe0f\u20e35\ufe0f\u20e3',
    'پاکستان.پاک',
    '10.0.0.1',
    '0300 1234567',
    '+92 (300) 123-4567',
    '۰۳۰۰ ۱۲۳۴۵۶۷',
    'PK36SCBL0000001123456702',
    't.me/ali',
  ])('lead somewhere: %s', (text) => {
    expect([hasContactDetails(text), cleanWords(text), cleanName(text), shortName(text)]).toEqual([
      true,
      '',
      '',
      '',
    ]);
  });

  test.each([
    'Friendly evening. Balls are there!',
    'From 18:30 to 20:00, level 3.5, 50/50',
    'On 2026-11-21 and 2026-11-28',
    'Tue/Thu, PKR 1,250 each',
    'آئیں کھیلیں',
  ])('may be said: %s', (text) => expect(cleanWords(text)).toBe(text));
});

describe('a name', () => {
  test.each([
    ['Ayesha Khan', 'Ayesha Khan', 'Ayesha K.'],
    ['  Ali  ', 'Ali', 'Ali'],
    ['M.Ali Khan', 'M. Ali Khan', 'M. K.'],
    ['Dr.Sana Malik', 'Dr. Sana Malik', 'Dr. M.'],
    ['Ahmad S/O Karim', 'Ahmad S/O Karim', 'Ahmad K.'],
    ["Bilal O'Neil-Shah", "Bilal O'Neil-Shah", 'Bilal O.'],
    ['محمد علی', 'محمد علی', 'محمد ع.'],
    ['', '', ''],
  ])('%s', (name, clean, short) => {
    expect([cleanName(name), shortName(name)]).toEqual([clean, short]);
  });

  test('that is a sentence is greeted without it, and shortened for other players', () => {
    const name = 'You have won a car and you get it at eight';
    expect([cleanName(name), shortName(name)]).toEqual(['', 'You E.']);
    expect(greetingLine({ greeting: 'Hello' }, name)).toBe('Hello,');
    expect(shortName(`${'a'.repeat(60)} Khan`)).toBe(`${'a'.repeat(20)} K.`);
  });
});
