// Stands in for Windows' schtasks.exe in front of Wine's own, which registers and deletes tasks but runs none: notes
// each command in C:\schtasks.log and answers /Run and /End itself.
#include <stdio.h>
#include <string.h>
#include <windows.h>

int main(int count, char **args) {
  char line[8192];
  STARTUPINFOA startup = {sizeof startup};
  PROCESS_INFORMATION process;
  DWORD code = 1;
  FILE *log = fopen("C:\\schtasks.log", "a");
  fprintf(log, "%s\n", args[1]);
  fclose(log);
  if (!strcmp(args[1], "/Run") || !strcmp(args[1], "/End")) return 0;
  snprintf(line, sizeof line, "C:\\windows\\system32\\schtasks-of-wine.exe%s", strstr(GetCommandLineA(), " /"));
  if (!CreateProcessA(0, line, 0, 0, TRUE, 0, 0, 0, &startup, &process)) return 1;
  WaitForSingleObject(process.hProcess, INFINITE);
  GetExitCodeProcess(process.hProcess, &code);
  return code;
}
