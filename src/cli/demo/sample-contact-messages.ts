export const CONTACT_MESSAGES: readonly { subject: string; message: string }[] = [
  { subject: 'booking', message: 'Can we move our booking of Friday evening to Saturday, same time?' },
  { subject: 'booking', message: 'I paid by bank transfer this morning. Could you confirm that it arrived?' },
  { subject: 'booking', message: 'Is it possible to book all courts for three hours on a weekend?' },
  { subject: 'events', message: 'We are twelve colleagues and would like a small tournament next month.' },
  { subject: 'events', message: 'Do you hold a ladies evening? A group of us would love to join.' },
  { subject: 'lessons', message: 'I have never played padel. Do you have a coach for beginners?' },
  { subject: 'lessons', message: 'Are there lessons for children of nine and eleven years on Sundays?' },
  { subject: 'food', message: 'Will the café be open during Ramadan after Taraweeh?' },
  { subject: 'partnership', message: 'Our sports shop would like to offer rackets to your members.' },
  { subject: 'general', message: 'Is there parking at night, and are there changing rooms with showers?' },
  { subject: 'general', message: 'I left a black water bottle on Court 2 yesterday. Did anybody find it?' },
];
