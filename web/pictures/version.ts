export const PICTURE_VERSION: string = 'development';
