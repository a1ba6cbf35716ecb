/** The element in the site's bar that the dashboard fills with its tools. */
export const BAR_TOOLS_ID = 'bar-tools';
